import type { Request } from 'express';

/** Who made a change, with which program. */
export interface Author {
  source: 'console' | 'cli' | 'api' | 'git';
  /** Null for a token of the workspace. */
  personName: string | null;
  /** Null or missing for a token of the workspace, and for a repository. */
  personId?: string | null;
  /** Name of the session, the token or the repository. */
  tokenName: string;
  /** The Git commit that the files are from. */
  commit?: string;
  commitAuthor?: string;
}

/** Reads who sends a request. The console has a session, and the command line names itself. */
export function readAuthor(request: Request): Author {
  const { kind, personId, personName, tokenName } = request.caller;
  const isCommandLine = /^drover\//.test(request.get('user-agent') ?? '');
  const source = kind === 'session' ? 'console' : isCommandLine ? 'cli' : 'api';
  return { source, personId, personName, tokenName };
}
