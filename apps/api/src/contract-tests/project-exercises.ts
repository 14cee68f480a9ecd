import { put, schema, text, upload, type Exercise } from './limit-requests';

const uploadProject = (fields: (amount: number) => object): Exercise => ({
  request: ({ records }, amount) =>
    put(`/v1/devscripts/${records.devscriptId}/project`, {
      files: [{ path: 'main.ts', text: '' }],
      code: '1',
      ...fields(amount),
    }),
});

/** Requests that reach the limits of projects. */
export const projectExercises = {
  projectFiles: [
    uploadProject((amount) => ({
      files: Array.from({ length: amount }, (_, n) => ({ path: `${n}.ts`, text: '' })),
    })),
  ],
  projectPathChars: [uploadProject((amount) => ({ files: [{ path: text(amount), text: '' }] }))],
  projectBytes: [uploadProject((amount) => ({ files: [{ path: 'a.ts', text: ' '.repeat(amount) }] }))],
  resultSchemaBytes: [
    upload((amount) => [schema('{}'.padEnd(amount))]),
    uploadProject((amount) => ({ schema: '{}'.padEnd(amount) })),
  ],
  commitAuthorChars: [uploadProject((amount) => ({ git: { commit: 'a'.repeat(40), author: text(amount) } }))],
  sourceMapBytes: [
    uploadProject((amount) => ({ sourceMap: ' '.repeat(amount) })),
    uploadProject((amount) => ({ phoneCode: '1', phoneMap: ' '.repeat(amount) })),
  ],
} satisfies Record<string, Exercise[]>;
