import type { ProjectFile } from './project-file';

/** What runs scripts: Node on computers, Rhino on phones. Each has its own output. */
export type Engine = 'node' | 'phone';

/** Returns the engines to build for, the one of the main output first. A project for phones only has one output too. */
export function enginesOf({ engines = ['node'] }: ProjectFile): Engine[] {
  return (['node', 'phone'] as const).filter((engine) => engines.includes(engine));
}
