import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

/** A global of scripts as the reference shows it. */
export interface ScriptGlobal {
  name: string;
  /** `both`, `node` or `phone`. */
  availability: string;
  /** What differs on the Node agent. */
  difference: string;
  text: string;
  /** Names of the functions and properties, if the global is a module. */
  members: string[];
}

const availabilities = ['both', 'node', 'phone'];

/** Reads the globals with their doc comments from the types. Throws if one is not documented. */
export function readGlobals(root: string): ScriptGlobal[] {
  const interfaces = readInterfaces(join(root, 'libs/script-types/src'));
  return ['ScriptGlobals', 'ModuleGlobals']
    .flatMap((name) => [...(interfaces.get(name)?.members ?? [])])
    .map((member) => describeGlobal(member, interfaces));
}

function readInterfaces(folder: string): Map<string, ts.InterfaceDeclaration> {
  const files = readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  });
  const declarations = files.flatMap(({ statements }) => statements.filter(ts.isInterfaceDeclaration));
  return new Map(declarations.map((declaration) => [declaration.name.text, declaration]));
}

function describeGlobal(
  member: ts.TypeElement,
  interfaces: Map<string, ts.InterfaceDeclaration>,
): ScriptGlobal {
  const name = member.name?.getText() ?? '';
  const type = ts.isPropertySignature(member) ? (member.type?.getText() ?? '') : '';
  const module = interfaces.get(type);
  const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'availability');
  const [availability = '', ...difference] = textOf(tag?.comment).split(' ');
  const text = commentOf(member) || (module ? commentOf(module) : '');
  if (!availabilities.includes(availability) || !text) {
    throw new Error(`The global ${name} of scripts needs a doc comment and the tag @availability.`);
  }
  const members = (module?.members ?? []).map((one) => one.name?.getText() ?? '');
  return { name, availability, difference: difference.join(' '), text, members };
}

function commentOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return textOf(comment?.comment);
}

function textOf(comment: Parameters<typeof ts.getTextOfJSDocComment>[0]): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim();
}
