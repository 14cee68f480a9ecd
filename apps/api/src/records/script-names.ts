import { sql, type Expression } from 'kysely';
import { db } from '../database/sql';

interface Owned {
  scriptId: Expression<string | null>;
  accountId: Expression<string>;
}

/**
 * Selects the names that `describeScript` needs: of the account's own devscript, and of the script in its library. Both are
 * null for a script that the account can no longer run.
 */
export function selectScriptNames({ scriptId, accountId }: Owned) {
  const devscript = db
    .selectFrom('Devscript as own')
    .select('own.name')
    .where('own.id', '=', sql<string>`${scriptId}`)
    .where('own.accountId', '=', accountId);
  const script = db
    .selectFrom('LibraryEntry as entry')
    .innerJoin('Script as library', 'library.id', 'entry.scriptId')
    .select('library.name')
    .where('entry.scriptId', '=', sql<string>`${scriptId}`)
    .where('entry.accountId', '=', accountId);
  return [devscript.as('devscriptName'), script.as('libraryName')] as const;
}

interface ScriptNames {
  devscriptName: string | null;
  libraryName: string | null;
}

/** Returns the name of a script and what it is, or null for both if there is none. */
export function describeScript({ devscriptName, libraryName }: ScriptNames) {
  const kind =
    devscriptName !== null ? ('devscript' as const) : libraryName !== null ? ('script' as const) : null;
  return { scriptName: devscriptName ?? libraryName, scriptKind: kind };
}
