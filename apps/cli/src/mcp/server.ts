import { Drover } from '@drover/sdk';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { version } from '../../package.json';
import type { Account } from '../configuration';
import { explain } from '../failures';
import { ask, callRoute, type Arguments } from './call';
import type { OpenApi } from './openapi';
import { runAndWait, runAndWaitTool } from './run-and-wait';
import { routeTools, type RouteTool } from './tools';

/** What an assistant may do beside reading. */
export type Permission = 'run' | 'write';

/** Characters of one answer: more would push out what the assistant was told before. */
const answerChars = 40_000;

const instructions = `Drover runs scripts on registered devices and keeps their logs.
Find devices with devices_list and scripts with scripts_list and devscripts_list; ids are 24 hex characters.
run_and_wait runs a script or code, waits, and tells what it wrote. Lists page: limit, cursor, nextCursor; logs: after.`;

/** Serves the service's routes as tools on the standard input and output, until the assistant hangs up. */
export async function serveMcp(account: Account, allowed: Permission[]): Promise<void> {
  const server = new Server({ name: 'drover', version }, { capabilities: { tools: {} }, instructions });
  const drover = new Drover({ baseUrl: account.url, token: account.token });
  let reading: Promise<RouteTool[]> | undefined;

  /** Read when first asked for, and again after a failure: the service may start after the assistant. */
  function routes(): Promise<RouteTool[]> {
    reading ??= readTools(account).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  }

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const all = await routes();
    const tools = all.filter((route) => isAllowed(route, allowed)).map(({ tool }) => tool);
    const jobs = allowed.includes('run') ? findJobs(all) : undefined;
    return { tools: jobs ? [...tools, runAndWaitTool(jobs)] : tools };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      return await call(params.name, params.arguments ?? {}, signal);
    } catch (error) {
      return refuse(explain(error).join('\n'));
    }
  });

  async function call(name: string, given: Arguments, signal: AbortSignal): Promise<CallToolResult> {
    const all = await routes();
    const isWaiting = name === 'run_and_wait';
    const route = isWaiting ? findJobs(all) : all.find(({ tool }) => tool.name === name);
    if (!route) return refuse(`There is no tool ${name}.`);
    if (!isAllowed(route, allowed)) {
      const { scope } = route;
      return refuse(
        `${name} is not allowed here. Whoever set this server up may start it as: drover mcp --allow ${scope}`,
      );
    }
    if (isWaiting) return answer(await runAndWait(drover, given, signal));
    return answer(await callRoute(account, route, given));
  }

  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => (server.onclose = resolve));
  process.stdin.once('end', () => void server.close());
  await server.connect(transport);
  await closed;
}

async function readTools(account: Account): Promise<RouteTool[]> {
  return routeTools(JSON.parse(await ask(account, 'GET', { path: '/openapi.json' })) as OpenApi);
}

function findJobs(routes: RouteTool[]): RouteTool | undefined {
  return routes.find(({ operationId }) => operationId === 'jobs.create');
}

function isAllowed({ scope }: RouteTool, allowed: Permission[]): boolean {
  return scope === 'read' || allowed.some((permission) => permission === scope);
}

function answer(text: string): CallToolResult {
  const content = [{ type: 'text' as const, text: text.slice(0, answerChars) }];
  if (text.length <= answerChars) return { content };
  const hint = `Cut: these are the first ${answerChars} of ${text.length} characters. Ask for less: a smaller limit, a filter, or the next page by cursor (logs: after).`;
  return { content: [...content, { type: 'text', text: hint }] };
}

function refuse(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
