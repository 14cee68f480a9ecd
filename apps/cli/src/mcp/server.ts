import { Drover } from '@drover/sdk';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { version } from '../../package.json';
import type { Account } from '../config/account';
import { describeError } from '../errors/cli-error';
import { type Arguments, callRoute, sendRequest } from './call';
import type { OpenApi } from './openapi';
import { createRunAndWaitTool, runAndWait } from './run-and-wait';
import { createRouteTools, type RouteTool } from './tools';

/** What an assistant may do in addition to reading. */
export type Permission = 'run' | 'write';

/** Maximum characters of a result. Longer results would displace earlier messages in the assistant's context. */
const maxAnswerChars = 40_000;

const instructions = `Drover runs scripts on registered devices and stores their logs.
Find devices with devices_list and scripts with scripts_list and devscripts_list; IDs are 24 hex characters.
run_and_wait runs a script or code, waits for it and returns its log. Lists are paged with limit, cursor and nextCursor, logs with after.`;

/** Serves the server's routes as tools on standard input and output until the assistant disconnects. */
export async function serveMcp(account: Account, allowed: Permission[]): Promise<void> {
  const server = new Server({ name: 'drover', version }, { capabilities: { tools: {} }, instructions });
  const drover = new Drover({ baseUrl: account.url, token: account.token });
  let routesPromise: Promise<RouteTool[]> | undefined;

  /** Reads the routes on first use, and again after a failure, because the server may start after the assistant. */
  function routes(): Promise<RouteTool[]> {
    routesPromise ??= readTools(account).catch((error: unknown) => {
      routesPromise = undefined;
      throw error;
    });
    return routesPromise;
  }

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const all = await routes();
    const tools = all.filter((route) => isAllowed(route, allowed)).map(({ tool }) => tool);
    const jobs = allowed.includes('run') ? findCreateJobRoute(all) : undefined;
    return { tools: jobs ? [...tools, createRunAndWaitTool(jobs)] : tools };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      return await call(params.name, params.arguments ?? {}, signal);
    } catch (error) {
      return toErrorResult(describeError(error).join('\n'));
    }
  });

  async function call(name: string, args: Arguments, signal: AbortSignal): Promise<CallToolResult> {
    const all = await routes();
    const isWaiting = name === 'run_and_wait';
    const route = isWaiting ? findCreateJobRoute(all) : all.find(({ tool }) => tool.name === name);
    if (!route) return toErrorResult(`There is no tool ${name}.`);
    if (!isAllowed(route, allowed)) {
      const { scope } = route;
      return toErrorResult(
        `${name} is not allowed. To allow it, start this MCP server with: drover mcp --allow ${scope}`,
      );
    }
    if (isWaiting) return toResult(await runAndWait(drover, args, signal));
    return toResult(await callRoute(account, route, args));
  }

  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => (server.onclose = resolve));
  process.stdin.once('end', () => void server.close());
  await server.connect(transport);
  await closed;
}

async function readTools(account: Account): Promise<RouteTool[]> {
  return createRouteTools(
    JSON.parse(await sendRequest(account, 'GET', { path: '/openapi.json' })) as OpenApi,
  );
}

function findCreateJobRoute(routes: RouteTool[]): RouteTool | undefined {
  return routes.find(({ operationId }) => operationId === 'jobs.create');
}

function isAllowed({ scope }: RouteTool, allowed: Permission[]): boolean {
  return scope === 'read' || allowed.some((permission) => permission === scope);
}

function toResult(text: string): CallToolResult {
  const content = [{ type: 'text' as const, text: text.slice(0, maxAnswerChars) }];
  if (text.length <= maxAnswerChars) return { content };
  const hint = `Truncated to the first ${maxAnswerChars} of ${text.length} characters. Request less: use a smaller limit, a filter, or the next page by cursor (logs: after).`;
  return { content: [...content, { type: 'text', text: hint }] };
}

function toErrorResult(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
