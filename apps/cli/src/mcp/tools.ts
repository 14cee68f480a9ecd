import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { plainSchema, type OpenApi, type Operation, type Schema } from './openapi';

/** What assistants are good for here. The rest, such as accounts and reviews, is for people. */
const features = new Set(
  ['devices', 'deviceGroups', 'scripts', 'devscripts', 'presets', 'schedules', 'jobs', 'runs'], // prettier-ignore
);

/** How a tool's arguments become a body: fields of it, one argument that is all of it, or files. */
type BodyKind = 'none' | 'fields' | 'whole' | 'files';

/** A route of the service, as a tool. */
export interface RouteTool {
  tool: Tool;
  /** `devices.list`. */
  operationId: string;
  /** Scope that the access token needs: read, run or write. */
  scope: string;
  method: string;
  path: string;
  /** Arguments that go into the query. */
  query: string[];
  body: BodyKind;
}

/** Tools for the routes that the service describes. */
export function routeTools(api: OpenApi): RouteTool[] {
  return Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => isOffered(operation))
      .map(([method, operation]) => routeTool({ method: method.toUpperCase(), path, operation }, api)),
  );
}

function isOffered({ tags, responses, ...operation }: Operation): boolean {
  const isStream = 'text/event-stream' in (responses['200']?.content ?? {});
  return tags.some((tag) => features.has(tag)) && operation['x-role'] === undefined && !isStream;
}

interface Route {
  method: string;
  path: string;
  operation: Operation;
}

function routeTool({ method, path, operation }: Route, api: OpenApi): RouteTool {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'header');
  const body = bodyOf(operation, api);
  const fromPath = parameters.map(({ name, description, schema }): [string, Schema] => [
    name,
    { ...plainSchema(schema, api), ...(description !== undefined && { description }) },
  ]);
  const required = [
    ...parameters.filter((parameter) => parameter.required).map(({ name }) => name),
    ...(body.schema.required ?? []),
  ];
  return {
    operationId: operation.operationId,
    scope: operation['x-scope'],
    method,
    path,
    query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    body: body.kind,
    tool: {
      name: toolName(operation.operationId),
      title: operation.summary,
      description: operation.summary,
      inputSchema: {
        type: 'object',
        properties: { ...Object.fromEntries(fromPath), ...body.schema.properties },
        ...(required.length > 0 && { required }),
      },
      annotations: {
        readOnlyHint: method === 'GET',
        destructiveHint: method === 'DELETE' || method === 'PUT',
        idempotentHint: method !== 'POST',
        openWorldHint: operation['x-scope'] === 'run',
      },
    },
  };
}

/** `devices.listConnections` → `devices_list_connections`: not every assistant takes a dot. */
function toolName(operationId: string): string {
  return operationId.replace('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const text = (description: string): Schema => ({ type: 'string', description });

/** The two files of a script, as texts. */
const files: Schema = {
  properties: {
    code: text('the whole code, JavaScript'),
    config: text('the whole configuration: a JSON array of form fields'),
  },
};

function bodyOf({ requestBody }: Operation, api: OpenApi): { kind: BodyKind; schema: Schema } {
  if (!requestBody) return { kind: 'none', schema: {} };
  if ('multipart/form-data' in requestBody.content) return { kind: 'files', schema: files };
  const schema = plainSchema(requestBody.content['application/json']?.schema ?? {}, api);
  if (schema.properties) return { kind: 'fields', schema };
  return { kind: 'whole', schema: { properties: { body: schema }, required: ['body'] } };
}
