import type { Project, UploadProject } from '@drover/contract';
import type { Prisma } from '../../database/client/client';
import { unsealCode } from './seal-code';

/**
 * Returns whether a devscript already has what was built from a project, and all its source files. It may have more
 * source files: the console keeps those that nothing imports.
 */
export async function hasSameProject(
  { devscriptFile, projectBuild, content }: Prisma.TransactionClient,
  devscriptId: string,
  { project, folder }: { project: UploadProject; folder: string },
): Promise<boolean> {
  const read = async (sha256: string) =>
    Buffer.from((await content.findUniqueOrThrow({ where: { sha256 } })).bytes);
  const files = new Map(
    (await devscriptFile.findMany({ where: { devscriptId } })).map(({ kind, sha256 }) => [kind, sha256]),
  );
  const codeSha256 = files.get('code');
  if (codeSha256 === undefined) return false;
  const build = await projectBuild.findFirst({ where: { codeSha256, devscriptId } });
  // The bundler names the paths of files in the code. The console does not know the folder.
  const normalize = (code: string) => (folder === '' ? code : code.replaceAll(`${folder}/`, ''));
  const code = unsealCode(await read(codeSha256)).toString('utf8');
  if (!build || normalize(code) !== normalize(project.code)) return false;
  for (const kind of ['config', 'schema'] as const) {
    const sha256 = files.get(kind);
    const text = sha256 === undefined ? null : (await read(sha256)).toString('utf8');
    if (text !== (project[kind] ?? null)) return false;
  }
  const sources = JSON.parse((await read(build.sourcesSha256)).toString('utf8')) as Project;
  const texts = new Map(sources.files.map(({ path, text }) => [path, text]));
  return project.files.every(({ path, text }) => texts.get(path) === text);
}
