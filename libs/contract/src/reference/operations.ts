import { isAppRouteOtherResponse } from '@ts-rest/core';
import type { z } from 'zod';
import { ExecuteRequest, RunRequest } from '../jobs.schemas';
import { ARTIFACT_PART_BYTES } from '../artifact-protocol';
import { LIMITS } from '../limits';
import type { DeclaredRoute } from '../routes';
import { errorStatuses, responseName } from './responses';
import { describePolicy, securityOf } from './security';

/** The parts of a generated operation that this file changes. */
export interface Operation {
  parameters?: { name?: string; in?: string }[];
  requestBody?: object;
  responses: Record<string, object>;
}

/** Adds the policy of a route to its operation. */
export function describeOperation<Written extends Operation>(written: Written, declared: DeclaredRoute) {
  const { name, feature, policy, route } = declared;
  const older = feature === 'robots' ? `Older name of \`${name.replace('robots', 'devices')}\`.` : '';
  return {
    ...written,
    operationId: name,
    tags: [feature],
    description: [older, describePolicy(policy)].filter(Boolean).join(' '),
    security: securityOf(policy),
    'x-scope': policy.scope,
    ...(policy.role && { 'x-role': policy.role }),
    ...(policy.installationRole && { 'x-installation-role': policy.installationRole }),
    'x-rate-limit': policy.rateLimit === 'credentials' ? 'address' : 'token',
    ...(policy.audit && { 'x-audit': policy.audit.action }),
    parameters: parametersOf(written, declared),
    ...(route.method !== 'GET' && bodyOf(written, declared)),
    responses: { ...successOf(written, declared), ...errors },
  };
}

const errors = Object.fromEntries(
  errorStatuses.map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
);

/** Whether a route creates a job: it takes an Idempotency-Key, and its response has a Location. */
function createsJob({ route }: DeclaredRoute): boolean {
  return 'body' in route && (route.body === RunRequest || route.body === ExecuteRequest);
}

function parametersOf({ parameters = [] }: Operation, declared: DeclaredRoute) {
  const { policy } = declared;
  // The parameter is a credential and is described among those.
  const own = parameters.filter(({ name }) => !(policy.isTokenParameter && name === 'token'));
  if (createsJob(declared)) return [...own, idempotencyKey];
  return declared.name === 'events.stream' ? [...own, lastEventId] : own;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request with the same key returns the first response, and nothing runs twice',
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyChars },
};

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'ID of the last event that the caller received. The stream continues after it.',
  schema: { type: 'string' },
};

function bodyOf({ requestBody }: Operation, declared: DeclaredRoute): { requestBody?: object } {
  const { route, policy } = declared;
  if ('contentType' in route && route.contentType === 'multipart/form-data')
    return { requestBody: declared.name === 'inputFiles.uploadPart' ? partUpload : upload };
  if (!requestBody || !('body' in route)) return {};
  const { content } = requestBody as { content: object };
  // A request without a body is read as an empty object.
  const required = !(route.body as z.ZodType).safeParse({}).success;
  return {
    requestBody: {
      content: policy.isTokenParameter ? { ...content, ...asForm(content) } : content,
      required,
    },
  };
}

/** Routes that accept parameters in the query also accept them as a form. */
function asForm(content: object) {
  return { 'application/x-www-form-urlencoded': Object.values(content)[0] as object };
}

const upload = {
  required: true,
  description: [
    'The code, the configuration and the schema of the results, or some of them, as parts named `data`.',
    'The code has the content type `application/javascript`, the configuration `application/json`, the schema',
    '`application/schema+json`. The configuration is a JSON array of items.',
    `At most ${LIMITS.uploadFiles} files, each of at most ${LIMITS.uploadFileBytes} bytes.`,
  ].join(' '),
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['data'],
        properties: {
          data: {
            type: 'array',
            minItems: 1,
            maxItems: LIMITS.uploadFiles,
            items: { type: 'string', format: 'binary', maxLength: LIMITS.uploadFileBytes },
          },
        },
      },
      encoding: {
        data: { contentType: 'application/javascript, application/json, application/schema+json' },
      },
    },
  },
};

const partUpload = {
  required: true,
  description: `The next part of the content, as a part named \`data\`: ${ARTIFACT_PART_BYTES} bytes, or all that is left.`,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['data'],
        properties: { data: { type: 'string', format: 'binary', maxLength: ARTIFACT_PART_BYTES } },
      },
    },
  },
};

function successOf({ responses }: Operation, declared: DeclaredRoute): Record<string, object> {
  return Object.fromEntries(
    Object.entries(declared.route.responses)
      .filter(([status]) => Number(status) < 300)
      .map(([status, declaredAnswer]) => [
        status,
        {
          ...responses[status],
          description: descriptions[status] ?? 'Done',
          ...(isAppRouteOtherResponse(declaredAnswer) && contentOf(declaredAnswer.contentType)),
          ...(createsJob(declared) && { headers: { Location: location } }),
        },
      ]),
  );
}

const descriptions: Record<string, string> = {
  200: 'Success',
  201: 'Created',
  204: 'Success without a body',
};

const location = {
  description: 'The new job: /v1/jobs/{jobId}',
  schema: { type: 'string', example: '/v1/jobs/65f1c0ffee65f1c0ffee65f1' },
};

function contentOf(contentType: string) {
  const isStream = contentType === 'text/event-stream';
  const schema = isStream ? { $ref: '#/components/schemas/Event' } : { type: 'string' };
  return {
    ...(isStream && {
      description: 'A stream of events. The data of each is an Event as JSON, and its name is the type.',
    }),
    content: { [contentType]: { schema } },
  };
}
