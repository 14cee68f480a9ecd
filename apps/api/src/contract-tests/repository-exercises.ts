import { newId } from '../database/ids';
import { post, put, text, type Exercise } from './limit-requests';

const url = 'https://git.example.org/shop.git';

/** Requests that change and create a repository. */
const change = (fields: (amount: number) => object): Exercise[] => [
  { request: ({ records }, amount) => put(`/v1/repositories/${records.repositoryId}`, fields(amount)) },
  { request: (_scene, amount) => post('/v1/repositories', { name: newId(), url, ...fields(amount) }) },
];

/** Requests that reach the limits of Git repositories. */
export const repositoryExercises = {
  repositoryNameChars: change((amount) => ({ name: text(amount) })),
  repositoryUrlChars: change((amount) => ({ url: `${url}/`.padEnd(amount, 'a') })),
  repositoryRefChars: [
    ...change((amount) => ({ ref: 'a'.repeat(amount) })),
    ...change((amount) => ({ pushRef: 'a'.repeat(amount) })),
  ],
  repositoryFolderChars: change((amount) => ({ folder: 'a'.repeat(amount) })),
  repositoryKnownHostsChars: change((amount) => ({ knownHosts: 'host ssh-rsa '.padEnd(amount, 'A') })),
  repositoryIntervalMinutesMax: change((intervalMinutes) => ({ intervalMinutes })),
} satisfies Record<string, Exercise[]>;
