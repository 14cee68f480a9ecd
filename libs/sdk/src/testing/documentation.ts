import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const root = join(__dirname, '../../../..');
const sources = join(root, 'libs/sdk/src');
/** Where the examples are compiled. Git ignores it. */
const exampleFolder = join(root, 'dist/examples/sdk');

/** A public method of the client. */
export interface Method {
  name: string;
  parameters: string[];
  /** Names of the parameters that are described. */
  described: string[];
  /** Number of described errors. */
  throws: number;
  examples: string[];
}

/** A property of a public type, with its comment. */
export interface Property {
  name: string;
  comment: string;
}

/** Lists the public methods of the exported classes. */
export function readMethods(): Method[] {
  const exported = exportedNames();
  return statements()
    .filter(ts.isClassDeclaration)
    .filter(({ name }) => exported.has(name?.text ?? ''))
    .flatMap((declaration) =>
      declaration.members
        .filter(ts.isMethodDeclaration)
        .filter((method) => !isHidden(method))
        .map((method) => describeMethod(declaration, method)),
    );
}

/** Lists the numeric properties of all types, without private ones. */
export function readNumbers(): Property[] {
  return statements()
    .filter((statement) => ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement))
    .flatMap(({ members }) => [...members])
    .filter((member) => ts.isPropertySignature(member) || ts.isPropertyDeclaration(member))
    .filter((member) => (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0)
    .filter(({ type }) => /\bnumber\b/.test(type?.getText() ?? ''))
    .map((member) => ({ name: member.name.getText(), comment: commentOf(member) }));
}

/** Returns the TypeScript blocks of a document, by a name for each. */
export function readBlocks(path: string): Record<string, string> {
  const blocks = readFileSync(join(root, path), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms);
  const name = path.replace(/\W/g, '-');
  return Object.fromEntries([...blocks].map(([, code = ''], index) => [`${name}-${index + 1}`, code]));
}

/** Lists the documents that may show code for the client. */
export function listDocuments(): string[] {
  const readmes = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((project) => `${folder}/${project}/README.md`),
  );
  const guides = readdirSync(join(root, 'docs')).map((name) => `docs/${name}`);
  return ['README.md', ...readmes, ...guides].filter(
    (path) => path.endsWith('.md') && ts.sys.fileExists(join(root, path)),
  );
}

/** Names that the examples in doc comments use without declaring them. */
const names = `import type { CreatePasskey, Device, Drover, SignInWithPasskey } from '@drover/sdk';
import type {} from '@drover/script-types';
declare global {
  const drover: Drover;
  const devices: Device[];
  const password: string, secret: string, request: Request;
  const deviceId: string, groupId: string, scriptId: string, devscriptId: string, slug: string;
  const jobId: string, presetId: string, runId: string, revisionId: string, scheduleId: string, promotionCodeId: string;
  const deviceCode: string;
  const repositoryId: string, webhookId: string, deliveryId: string, tokenId: string, keyId: string, failureId: string, artifactId: string, fileId: string;
  const approvalId: string, memberId: string, invitationId: string, workspaceId: string, sessionId: string, passkeyId: string;
  const identityId: string, parameters: string, token: string, archive: Blob;
  const credential: CreatePasskey['credential'], assertion: SignInWithPasskey['credential'];
}
`;

/** Compiles examples as a careful user would. Returns the errors, each with the name of its example. */
export function compileExamples(examples: Record<string, string>): string[] {
  rmSync(exampleFolder, { recursive: true, force: true });
  mkdirSync(exampleFolder, { recursive: true });
  writeFileSync(join(exampleFolder, 'names.d.ts'), names);
  const files = Object.entries(examples).map(([name, code]) => {
    const file = join(exampleFolder, `${name}.ts`);
    writeFileSync(file, `${code}\nexport {};\n`);
    return file;
  });
  const program = ts.createProgram([join(exampleFolder, 'names.d.ts'), ...files], {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, skipLibCheck: true },
    ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, esModuleInterop: true },
    ...{
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    paths: {
      '@drover/sdk': [join(sources, 'index.ts')],
      '@drover/contract': [join(root, 'libs/contract/src/index.ts')],
      '@drover/script-types': [join(root, 'libs/script-types/src/index.ts')],
    },
  });
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) =>
        `${file.slice(exampleFolder.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

function statements(): ts.Statement[] {
  return readdirSync(sources)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(sources, name), 'utf8'))
    .flatMap((text) => [...ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true).statements]);
}

function exportedNames(): Set<string> {
  const index = join(sources, 'index.ts');
  const program = ts.createProgram([index], { types: [], noLib: true });
  const source = program.getSourceFile(index);
  const symbol = source && program.getTypeChecker().getSymbolAtLocation(source);
  if (!symbol) throw new Error('index.ts exports nothing.');
  return new Set(
    program
      .getTypeChecker()
      .getExportsOfModule(symbol)
      .map(({ name }) => name),
  );
}

function isHidden(method: ts.MethodDeclaration): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Static;
  // JSON.stringify calls toJSON.
  return (ts.getCombinedModifierFlags(method) & hidden) !== 0 || method.name.getText() === 'toJSON';
}

function describeMethod(declaration: ts.ClassDeclaration, method: ts.MethodDeclaration): Method {
  const tags = ts.getJSDocTags(method);
  const isNamed = (name: string) => (tag: ts.JSDocTag) => tag.tagName.text === name;
  return {
    name: `${declaration.name?.text}.${method.name.getText()}`,
    parameters: method.parameters.map(({ name }) => name.getText()),
    described: tags
      .filter(ts.isJSDocParameterTag)
      .filter(({ comment }) => ts.getTextOfJSDocComment(comment))
      .map(({ name }) => name.getText()),
    throws: tags.filter(isNamed('throws')).length,
    examples: tags.filter(isNamed('example')).map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? ''),
  };
}

function commentOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return ts.getTextOfJSDocComment(comment?.comment) ?? '';
}
