import ts from 'typescript';
import type { Problem } from './protocol';

const maxProblems = 100;

/** Codes of names that are not declared. */
const unknownNames = new Set([2304, 2503, 2552, 2580, 2582, 2583, 2584, 2591]);

/** Codes of members that are not declared. */
const unknownMembers = new Set([2339, 2551]);

/** Codes of modules that are not found, or have no types. */
const missingModules = new Set([2307, 2792, 7016]);

/**
 * Finds type errors in a file. JavaScript is not written for a type check, so there only unknown names count, and unknown
 * members of the globals of scripts. Packages are not here, so that they are not missed.
 */
export function findProblems(program: ts.Program, path: string): Problem[] {
  const file = program.getSourceFile(path);
  if (!file) return [];
  const isTypeScript = /\.[cm]?tsx?$/.test(path);
  const diagnostics = [
    ...(isTypeScript ? program.getSyntacticDiagnostics(file) : []),
    ...program.getSemanticDiagnostics(file),
  ];
  return diagnostics
    .filter((diagnostic) =>
      isTypeScript ? !isPackage(diagnostic, file) : isUnknownName(diagnostic, { file, program }),
    )
    .slice(0, maxProblems)
    .map(({ start = 0, length = 0, category, messageText }) => ({
      from: start,
      to: start + length,
      isError: category === ts.DiagnosticCategory.Error,
      message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    }));
}

function isUnknownName(
  { code, start = 0 }: ts.Diagnostic,
  { file, program }: { file: ts.SourceFile; program: ts.Program },
): boolean {
  if (unknownNames.has(code)) return true;
  if (!unknownMembers.has(code)) return false;
  const access = findAccess(file, start);
  const symbol = access && program.getTypeChecker().getTypeAtLocation(access.expression).symbol;
  return Boolean(
    symbol?.declarations?.some((each) => each.getSourceFile().fileName.includes('/@drover/script-types/')),
  );
}

/** Finds `object.member` by the position of the member. */
function findAccess(file: ts.SourceFile, position: number): ts.PropertyAccessExpression | undefined {
  const find = (node: ts.Node): ts.PropertyAccessExpression | undefined => {
    if (position < node.getFullStart() || position >= node.end) return undefined;
    if (ts.isPropertyAccessExpression(node) && node.name.getStart(file) === position) return node;
    return ts.forEachChild(node, find);
  };
  return find(file);
}

function isPackage({ code, start = 0, length = 0 }: ts.Diagnostic, file: ts.SourceFile): boolean {
  return missingModules.has(code) && !/^['"]\.\.?\//.test(file.text.slice(start, start + length));
}
