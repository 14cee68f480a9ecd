import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { inlineSchema, type OpenApi, type Operation, type Schema } from './openapi';

/** Features whose routes become tools. Others, such as accounts and reviews, are left to people. */
const features = new Set(
  ['devices', 'deviceGroups', 'scripts', 'devscripts', 'presets', 'schedules', 'jobs', 'runs'], // prettier-ignore
);

/** How a tool's arguments become the request body: as its fields, as one argument with the whole body, or as files. */
type BodyKind = 'none' | 'fields' | 'whole' | 'files';

/** A route of the server as a tool. */
export interface RouteTool {
  tool: Tool;
  /** `devices.list`. */
  operationId: string;
  /** Scope that the access token needs: read, run or write. */
  scope: string;
  method: string;
  path: string;
  /** Names of the arguments that are sent in the query. */
  query: string[];
  body: BodyKind;
}

/** Creates tools for the routes in the OpenAPI description. */
export function createRouteTools(api: OpenApi): RouteTool[] {
  return Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => isExposed(operation))
      .map(([method, operation]) => createRouteTool({ method: method.toUpperCase(), path, operation }, api)),
  );
}

function isExposed({ tags, responses, ...operation }: Operation): boolean {
  const isStream = 'text/event-stream' in (responses['200']?.content ?? {});
  return tags.some((tag) => features.has(tag)) && operation['x-installation-role'] === undefined && !isStream;
}

interface Route {
  method: string;
  path: string;
  operation: Operation;
}

function createRouteTool({ method, path, operation }: Route, api: OpenApi): RouteTool {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'header');
  const body = getBodyInput(operation, api);
  const fromPath = parameters.map(({ name, description, schema }): [string, Schema] => [
    name,
    { ...inlineSchema(schema, api), ...(description !== undefined && { description }) },
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

/** Converts `devices.listConnections` to `devices_list_connections`, because some assistants reject dots. */
function toolName(operationId: string): string {
  return operationId.replace('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const textSchema = (description: string): Schema => ({ type: 'string', description });

/** The two files of a script as text arguments. */
const fileSchema: Schema = {
  properties: {
    code: textSchema('the complete JavaScript code'),
    config: textSchema('the complete form configuration: a JSON array of form fields'),
  },
};

function getBodyInput({ requestBody }: Operation, api: OpenApi): { kind: BodyKind; schema: Schema } {
  if (!requestBody) return { kind: 'none', schema: {} };
  if ('multipart/form-data' in requestBody.content) return { kind: 'files', schema: fileSchema };
  const schema = inlineSchema(requestBody.content['application/json']?.schema ?? {}, api);
  if (schema.properties) return { kind: 'fields', schema };
  return { kind: 'whole', schema: { properties: { body: schema }, required: ['body'] } };
}
