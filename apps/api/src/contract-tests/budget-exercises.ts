import type { BudgetName } from '@drover/contract/budget';
import { exercises } from './limit-exercises';
import type { Exercise } from './limit-requests';

/** How each bound is reached by one HTTP request: done at the bound, refused with the status of the table beyond it. */
export const budgetExercises = {
  httpBodyBytes: exercises.bodyBytes,
  httpValuesBodyBytes: exercises.valuesBodyBytes,
  httpJobBodyBytes: exercises.jobBodyBytes,
  httpTokenBodyBytes: [
    {
      request: ({ owner }, amount) => ({
        method: 'POST',
        path: '/v1/message/send',
        token: undefined,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: owner.token, text: 'a' }).padEnd(amount),
      }),
    },
  ],
  httpUploadFileBytes: exercises.uploadFileBytes,
  httpUploadFiles: exercises.uploadFiles,
  httpJsonValues: exercises.jsonValues,
  httpJsonDepth: exercises.jsonDepth,
} satisfies Partial<Record<BudgetName, Exercise[]>>;

/** The spec that reaches each of the other bounds, at the bound and beyond it, with the number of the table. */
export const budgetSpecs: Record<Exclude<BudgetName, keyof typeof budgetExercises>, string> = {
  linkHelloBytes: 'link/socket-limits.spec.ts',
  linkFrameBytes: 'link/link.spec.ts',
  linkHelloSeconds: 'link/link.spec.ts',
  linksWaitingPerAddress: 'link/socket-limits.spec.ts',
  linksWaiting: 'link/socket-limits.spec.ts',
  linkPings: 'link/socket-limits.spec.ts',
  linkFacts: 'features/devices/facts.spec.ts',
  linkProgress: 'features/runs/progress.spec.ts',
  linkUnreadBytes: 'link/socket-limits.spec.ts',
  phoneHelloBytes: 'link/socket-limits.spec.ts',
  phoneEarlyBytes: 'link/socket-limits.spec.ts',
  phonePingChars: 'autox/upgrade-handler.spec.ts',
  phoneKeyFailures: 'autox/key-guesses.spec.ts',
  eventStreams: 'features/events/stream-limits.spec.ts',
  eventStreamsOfAll: 'features/events/stream-limits.spec.ts',
  eventUnreadBytes: 'features/events/stream-limits.spec.ts',
  httpReadsProcessing: 'http/request-turns.spec.ts',
  httpReadsProcessingPerAccount: 'http/request-turns.spec.ts',
  httpChangesProcessing: 'http/request-turns.spec.ts',
  httpChangesProcessingPerAccount: 'http/request-turns.spec.ts',
  httpRequestTurnMs: 'http/request-turns.spec.ts',
  httpLongBodies: 'http/long-bodies.spec.ts',
  httpLongBodiesWaiting: 'http/long-bodies.spec.ts',
  httpFieldErrors: 'http/error-handler.spec.ts',
  httpErrorTextChars: 'http/error-handler.spec.ts',
  httpCredentialFailures: 'http/rate-limits.spec.ts',
  httpCredentialAttemptsAtOnce: 'http/credential-attempts.spec.ts',
  httpCredentialAttemptsWaiting: 'http/credential-attempts.spec.ts',
  reportFrameBytes: 'link/rejected-frames.spec.ts',
  reportReadBytes: 'link/rejected-frames.spec.ts',
  reportDepth: 'link/rejected-frames.spec.ts',
  reportResultBytes: 'features/results/results.spec.ts',
  reportResultDepth: 'features/results/results.spec.ts',
  reportFrameLines: 'link/rejected-frames.spec.ts',
  reportLineBytes: 'features/runs/line-reports.spec.ts',
  reportLogBytes: 'features/runs/line-reports.spec.ts',
  reportPostedTextBytes: 'features/messages/reports.spec.ts',
  reportPostedBytes: 'features/messages/reports.spec.ts',
  webhookDeliveriesSending: 'features/webhooks/claim.spec.ts',
  webhookDeliveriesBusy: 'features/webhooks/claim.spec.ts',
  webhookDeliveriesSendingPerAccount: 'features/webhooks/claim.spec.ts',
  webhookDeliveriesSendingPerWebhook: 'features/webhooks/claim.spec.ts',
  webhookAnswerBytes: 'features/webhooks/sender.spec.ts',
  webhookSeconds: 'features/webhooks/sender.spec.ts',
};
