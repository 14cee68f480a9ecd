import ts from 'typescript';
import type { Completions, Description, Hover, LanguageAnswers, Signature } from './protocol';
import { findProblems } from './problems';

const root = '/script/';

const options: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  strict: true,
  noImplicitAny: false,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.esnext.float16.d.ts'],
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  resolveJsonModule: true,
  esModuleInterop: true,
  jsx: ts.JsxEmit.Preserve,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** Answers questions about the files of a script. `typeFiles` are the declarations that all scripts have. */
export class LanguageService implements LanguageAnswers {
  private readonly files = new Map<string, { text: string; version: number }>();
  private readonly typeRoots: string[];
  private readonly service: ts.LanguageService;
  private version = 0;

  constructor(private readonly typeFiles: Record<string, string>) {
    this.typeRoots = Object.keys(typeFiles).filter((path) => path.startsWith('/node_modules/'));
    this.service = ts.createLanguageService(this.createHost());
  }

  /** Replaces the texts of files. One that is null is removed. */
  setFiles(files: Record<string, string | null>): void {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) this.files.delete(root + path);
      else this.files.set(root + path, { text, version: (this.version += 1) });
    }
  }

  /** Reads the declarations now, so that the first question does not wait for it. */
  prepare(): void {
    this.service.getProgram()?.getTypeChecker();
  }

  complete(path: string, position: number): Completions | null {
    const found = this.service.getCompletionsAtPosition(root + path, position, {
      includeCompletionsForModuleExports: false,
      includeCompletionsWithInsertText: false,
    });
    if (!found) return null;
    const span = found.optionalReplacementSpan;
    return {
      from: span?.start ?? position,
      items: found.entries.map(({ name, kind, sortText }) => ({ name, kind, sortText })),
    };
  }

  describe(path: string, position: number, name: string): Description | null {
    const [file, none] = [root + path, undefined];
    const details = this.service.getCompletionEntryDetails(file, position, name, none, none, none, none);
    if (!details) return null;
    return {
      signature: ts.displayPartsToString(details.displayParts),
      comment: toComment(details.documentation, details.tags),
    };
  }

  hover(path: string, position: number): Hover | null {
    const info = this.service.getQuickInfoAtPosition(root + path, position);
    if (!info) return null;
    return {
      from: info.textSpan.start,
      to: info.textSpan.start + info.textSpan.length,
      signature: ts.displayPartsToString(info.displayParts),
      comment: toComment(info.documentation, info.tags),
    };
  }

  findSignature(path: string, position: number): Signature | null {
    const help = this.service.getSignatureHelpItems(root + path, position, undefined);
    const item = help?.items[help.selectedItemIndex];
    if (!help || !item) return null;
    const texts = item.parameters.map(({ displayParts }) => ts.displayPartsToString(displayParts));
    const start = ts.displayPartsToString(item.prefixDisplayParts);
    const separator = ts.displayPartsToString(item.separatorDisplayParts);
    const current = texts[help.argumentIndex];
    const from = start.length + texts.slice(0, help.argumentIndex).join(separator).length;
    const begin = help.argumentIndex === 0 ? from : from + separator.length;
    return {
      signature: start + texts.join(separator) + ts.displayPartsToString(item.suffixDisplayParts),
      parameter: current === undefined ? null : { from: begin, to: begin + current.length },
      comment: toComment(
        item.parameters[help.argumentIndex]?.documentation.length
          ? item.parameters[help.argumentIndex]?.documentation
          : item.documentation,
        [],
      ),
    };
  }

  findProblems(path: string) {
    const program = this.service.getProgram();
    return program ? findProblems(program, root + path) : [];
  }

  private createHost(): ts.LanguageServiceHost {
    const read = (path: string) => this.files.get(path)?.text ?? this.typeFiles[path];
    return {
      getCompilationSettings: () => options,
      getScriptFileNames: () => [...this.typeRoots, ...[...this.files.keys()].filter(isCode)],
      getScriptVersion: (path) => String(this.files.get(path)?.version ?? 0),
      getScriptSnapshot: (path) => {
        const text = read(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: () => '/lib/lib.es2023.d.ts',
      fileExists: (path) => read(path) !== undefined,
      readFile: read,
      useCaseSensitiveFileNames: () => true,
    };
  }
}

function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

/** Returns a comment with where the name is available. */
function toComment(parts: ts.SymbolDisplayPart[] | undefined, tags: ts.JSDocTagInfo[] | undefined): string {
  const available = tags?.find(({ name }) => name === 'availability');
  const text = ts.displayPartsToString(parts);
  return available ? `${text}\n\n${ts.displayPartsToString(available.text)}`.trim() : text;
}
