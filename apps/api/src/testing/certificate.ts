import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

interface CertificateOptions {
  days?: number;
  /** More arguments for `openssl req`. */
  args?: string[];
}

/** Writes `<name>.crt`, a self-signed certificate with that common name, and `<name>.key` into a folder. */
export function createCertificate(
  folder: string,
  name: string,
  { days = 2, args = [] }: CertificateOptions = {},
): { cert: string; key: string } {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const keyArgs = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key];
  const certificateArgs = ['-x509', '-days', `${days}`, '-subj', `/CN=${name}`, '-out', cert];
  execFileSync('openssl', ['req', ...keyArgs, ...certificateArgs, ...args], { stdio: 'ignore' });
  return { cert, key };
}
