import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startProgram } from '../programs/start-program';

/** A file of a commit: its text, or its mode with the text or the ID of the object. */
type TestFile = string | { mode: '120000' | '160000'; content: string };

/** A Git server with one repository, which is served by `git http-backend`. */
export class TestGit {
  readonly root = mkdtempSync(join(tmpdir(), 'drover-git-'));
  readonly repository = join(this.root, 'shop.git');
  /** The Authorization header that requests must have. */
  authorization: string | undefined;
  /** The status of each response. Undefined: that of git. */
  status: number | undefined;
  /** How many of the next requests for objects or names are answered. Others wait. Undefined: all are. */
  passes: number | undefined;
  /** The next pushes: they are received and not answered, or what happens before each. Undefined: they are answered. */
  onPush: 'silent' | (() => void) | undefined;
  /** Requests so far, by path and query. */
  readonly requests: string[] = [];
  private server: Server | undefined;

  constructor() {
    this.git(['init', '--quiet', '--bare', '--initial-branch=main', this.repository]);
    this.git(['config', 'http.receivepack', 'true']);
  }

  async start(): Promise<this> {
    this.server = createServer((request, response) => this.serve(request, response));
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}/shop.git`;
  }

  /** Replaces a branch by a commit that has exactly these files. Returns its hash. */
  commit(files: Record<string, TestFile>, branch = 'main'): string {
    const parts: (string | Buffer)[] = [
      `commit refs/heads/${branch}\nauthor Ada Lovelace <ada@example.org> 1700000000 +0000\n`,
      `committer Ada Lovelace <ada@example.org> 1700000000 +0000\ndata 4\ntest\ndeleteall\n`,
    ];
    for (const [path, file] of Object.entries(files)) {
      const { mode, content } = typeof file === 'string' ? { mode: '100644', content: file } : file;
      const name = `"${path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}"`;
      if (mode === '160000') parts.push(`M 160000 ${content} ${name}\n`);
      else parts.push(`M ${mode} inline ${name}\ndata ${Buffer.byteLength(content)}\n${content}\n`);
    }
    this.git(['fast-import', '--quiet', '--force'], parts.join(''));
    return this.git(['rev-parse', branch]);
  }

  /** Runs git in the repository. */
  git(args: string[], input: string | Buffer = ''): string {
    const person = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.org' };
    const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org' };
    const env = { PATH: process.env.PATH, HOME: this.root, GIT_DIR: this.repository, ...person, ...author };
    return execFileSync('git', args, { env, input, stdio: ['pipe', 'pipe', 'pipe'] })
      .toString()
      .trim();
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(null)));
    rmSync(this.root, { recursive: true, force: true });
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    this.requests.push(pathname + search);
    if (this.status !== undefined) {
      response.writeHead(this.status).end();
      return;
    }
    if (this.authorization !== undefined && request.headers.authorization !== this.authorization) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
      return;
    }
    if (this.passes !== undefined && pathname.endsWith('/git-upload-pack')) {
      this.passes -= 1;
      if (this.passes < 0) return;
    }
    const isPush = pathname.endsWith('/git-receive-pack');
    if (isPush && typeof this.onPush === 'function') this.onPush();
    const isSilent = isPush && this.onPush === 'silent';
    // Reading the request fails if its client was killed.
    this.runBackend(request, isSilent ? undefined : response).catch(() => response.destroy());
  }

  /** Lets git process a request. Without `response`, nobody gets what it answers. */
  private async runBackend(request: IncomingMessage, response: ServerResponse | undefined): Promise<void> {
    const { method = 'GET', headers } = request;
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const backend = startProgram({
      program: 'git',
      args: ['http-backend'],
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: this.root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: method,
        CONTENT_TYPE: headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      },
      input: await buffer(request),
    });
    if (response) await relay(backend.output, response);
  }
}

/** Sends the output of a CGI program, whose headers end with an empty line. */
async function relay(output: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of output) {
    if (head === undefined) {
      response.write(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) continue;
    for (const line of head.subarray(0, end).toString().split('\r\n')) {
      const [name, value] = line.split(': ');
      if (name === 'Status') response.statusCode = Number(value.slice(0, 3));
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
    head = undefined;
  }
  response.end();
}
