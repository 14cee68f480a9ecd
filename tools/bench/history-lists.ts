import { LIMITS } from '@drover/contract/limits';
import type { HistoryAccount } from './history-rows';

/** The request of a list for an account. */
export type PathOf = (account: HistoryAccount) => string;

/** Each list by its filters. Every page is full in both accounts, so that they return the same number of records. */
export const historyLists: Record<string, PathOf> = {
  'GET /v1/runs': () => '/v1/runs?limit=100',
  'GET /v1/runs, from the middle': ({ middle }) => `/v1/runs?limit=100&cursor=${middle}`,
  'GET /v1/runs, before a time': ({ middleTime }) => `/v1/runs?limit=100&createdBefore=${middleTime}`,
  'GET /v1/runs?state=failed': () => '/v1/runs?limit=100&state=failed',
  'GET /v1/runs?state=failed,lost,expired': () => '/v1/runs?limit=100&state=failed,lost,expired',
  'GET /v1/runs, open ones': () => '/v1/runs?limit=100&state=queued,running,stopping',
  'GET /v1/runs?deviceId': ({ deviceId }) => `/v1/runs?limit=50&deviceId=${deviceId}`,
  'GET /v1/runs?deviceId&state=failed': ({ deviceId }) =>
    `/v1/runs?limit=20&state=failed&deviceId=${deviceId}`,
  'GET /v1/runs?scriptId': ({ scriptId }) => `/v1/runs?limit=100&scriptId=${scriptId}`,
  'GET /v1/runs?jobId': ({ jobId }) => `/v1/runs?limit=100&jobId=${jobId}`,
  'GET /v1/runs?failureId': ({ failureId }) => `/v1/runs?limit=5&failureId=${failureId}`,
  'GET /v1/runs, after a time': ({ startTime }) => `/v1/runs?limit=100&createdAfter=${startTime}`,
  'GET /v1/runs?exitCode': () => '/v1/runs?limit=20&exitCode=2',
  'GET /v1/runs?reason': () => '/v1/runs?limit=50&reason=not%20found',
  'GET /v1/jobs': () => '/v1/jobs?limit=20',
  'GET /v1/jobs?scriptId': ({ scriptId }) => `/v1/jobs?limit=20&scriptId=${scriptId}`,
  'GET /v1/jobs?deviceId': ({ deviceId }) => `/v1/jobs?limit=20&deviceId=${deviceId}`,
  'GET /v1/jobs?trigger=schedule': () => '/v1/jobs?limit=20&trigger=schedule',
  'GET /v1/jobs?state=failed': () => '/v1/jobs?limit=20&state=failed',
  'GET /v1/jobs?triggerId': ({ accountId }) => `/v1/jobs?limit=20&triggerId=${accountId}`,
  'GET /v1/jobs?kind': () => '/v1/jobs?limit=20&kind=script',
  'GET /v1/jobs, before a time': ({ middleTime }) => `/v1/jobs?limit=20&createdBefore=${middleTime}`,
  'GET /v1/jobs/{id}': ({ jobId }) => `/v1/jobs/${jobId}`,
  'GET /v1/failures': () => '/v1/failures?limit=20',
  'GET /v1/failures?scriptId': ({ scriptId }) => `/v1/failures?limit=5&scriptId=${scriptId}`,
  'GET /v1/failures?since': ({ startTime }) => `/v1/failures?limit=20&since=${startTime}`,
  'GET /v1/failures/{id}': ({ failureId }) => `/v1/failures/${failureId}`,
  'GET /v1/jobs/{id}/failures': ({ jobId }) => `/v1/jobs/${jobId}/failures`,
  'GET /v1/results': () => '/v1/results?limit=100',
  'GET /v1/results, before a time': ({ middleTime }) => `/v1/results?limit=100&createdBefore=${middleTime}`,
  'GET /v1/results?jobId': ({ jobId }) => `/v1/results?limit=100&jobId=${jobId}`,
  'GET /v1/results?scriptId': ({ scriptId }) => `/v1/results?limit=100&scriptId=${scriptId}`,
  'GET /v1/results?deviceId': ({ deviceId }) => `/v1/results?limit=50&deviceId=${deviceId}`,
  'GET /v1/runs/{id}/logs': ({ middle }) => `/v1/runs/${middle}/logs`,
  'GET /v1/runs/{id}/artifacts': ({ middle }) => `/v1/runs/${middle}/artifacts`,
  'GET /v1/runs/{id}/adjacent': ({ middle }) => `/v1/runs/${middle}/adjacent`,
  'GET /v1/latest-runs': ({ deviceId }) => `/v1/latest-runs?deviceId=${deviceId}`,
  'GET /v1/statistics, the last hour': () =>
    `/v1/statistics?interval=hour&from=${new Date(Date.now() - 3_600_000).toISOString()}`,
  'GET /v1/statistics?scriptId, the last hour': ({ scriptId }) =>
    `/v1/statistics?interval=hour&scriptId=${scriptId}&from=${new Date(Date.now() - 3_600_000).toISOString()}`,
  'GET /v1/statistics/scripts, the last hour': () =>
    `/v1/statistics/scripts?from=${new Date(Date.now() - 3_600_000).toISOString()}`,
  'GET /v1/statistics/devices': () => '/v1/statistics/devices',
  'GET /v1/audit': () => '/v1/audit?limit=100',
  'GET /v1/audit?action': () => '/v1/audit?limit=100&action=device.update',
  'GET /v1/audit?targetId': ({ deviceId }) => `/v1/audit?limit=50&targetId=${deviceId}`,
  'GET /v1/audit?tokenId': ({ accountId }) => `/v1/audit?limit=100&tokenId=${accountId}`,
  'GET /v1/audit?personId': ({ accountId }) => `/v1/audit?limit=100&personId=${accountId}`,
  'GET /v1/audit?targetId&action': ({ deviceId }) =>
    `/v1/audit?limit=20&action=device.update&targetId=${deviceId}`,
  'GET /v1/audit, before a time': ({ middleTime }) => `/v1/audit?limit=100&createdBefore=${middleTime}`,
  'GET /v1/audit, after a time': ({ startTime }) => `/v1/audit?limit=100&createdAfter=${startTime}`,
  'GET /v1/messages': () => '/v1/messages?limit=100',
  'GET /v1/messages?telemetry=true': () => '/v1/messages?limit=100&telemetry=true',
  'GET /v1/messages?telemetry=false': () => '/v1/messages?limit=100&telemetry=false',
  'GET /v1/webhooks/{id}/deliveries': ({ webhookId }) => `/v1/webhooks/${webhookId}/deliveries?limit=50`,
  'GET /v1/webhooks/{id}/deliveries?state=failed': ({ webhookId }) =>
    `/v1/webhooks/${webhookId}/deliveries?limit=20&state=failed`,
  'GET /v1/approvals': () => '/v1/approvals?limit=50',
  'GET /v1/approvals?state=approved': () => '/v1/approvals?limit=20&state=approved',
  'GET /v1/approvals?state=expired': () => '/v1/approvals?limit=20&state=expired',
  'GET /v1/approvals?state=declined,withdrawn': () => '/v1/approvals?limit=20&state=declined,withdrawn',
  'GET /v1/stores': () => '/v1/stores',
  'GET /v1/stores/{id}/entries': () => '/v1/stores/account/entries?limit=10',
  'GET /v1/stores/{id}/entries?prefix': () => '/v1/stores/account/entries?limit=10&prefix=0000',
};

const atMost = (limit: keyof typeof LIMITS) => `at most ${LIMITS[limit]}`;
const newest = (limit: keyof typeof LIMITS) => `the newest ${LIMITS[limit]}`;

/** What bounds the lists that do not grow with the number of runs, by the title of their route. */
export const boundedLists: Record<string, string> = {
  'GET /v1/devices': 'the devices of the account',
  'GET /v1/robots': 'the devices of the account',
  'GET /v1/devices/:deviceId/connections': newest('deviceConnections'),
  'GET /v1/robots/:deviceId/connections': newest('deviceConnections'),
  'GET /v1/device-groups': atMost('deviceGroups'),
  'GET /v1/scripts': 'the scripts of the library',
  'GET /v1/scripts/:scriptId/versions': 'the published versions of a script',
  'GET /v1/devscripts': 'the scripts of the account',
  'GET /v1/devscripts/:devscriptId/files': atMost('uploadFiles'),
  'GET /v1/devscripts/:devscriptId/revisions': atMost('revisions'),
  'GET /v1/devscripts/:devscriptId/promocode': 'the promotion codes of a script',
  'GET /v1/presets': atMost('presets'),
  'GET /v1/repositories': atMost('repositories'),
  'GET /v1/repositories/:repositoryId/syncs': newest('repositorySyncs'),
  'GET /v1/schedules': atMost('schedules'),
  'GET /v1/schedules/:scheduleId/occurrences': newest('scheduleOccurrences'),
  'GET /v1/input-files': atMost('inputFiles'),
  'GET /v1/secrets': atMost('secrets'),
  'GET /v1/enrolment-keys': 'the keys that can still be used',
  'GET /v1/reviews': 'the scripts that wait for a review',
  'GET /v1/listings': 'the published scripts',
  'GET /v1/webhooks': atMost('webhooks'),
  'GET /v1/sessions': atMost('sessions'),
  'GET /v1/passkeys': atMost('passkeys'),
  'GET /v1/identities': atMost('identities'),
  'GET /v1/tokens': 'the tokens of the account',
  'GET /v1/members': 'the members of the workspace',
  'GET /v1/invitations': atMost('invitations'),
  'GET /v1/directory/pending-users': 'the users of the directory who have not joined',
  'GET /v1/workspaces': 'the workspaces of the caller',
};
