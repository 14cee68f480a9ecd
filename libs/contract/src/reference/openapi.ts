import { generateOpenApi } from '@ts-rest/open-api';
import { z } from 'zod';
import { tsRestContract } from '../contract';
import { ErrorBody } from '../error-body';
import { Event } from '../events.schemas';
import { routes, type DeclaredRoute } from '../routes';
import { featureTexts, introduction } from './features';
import { describeOperation, type Operation } from './operations';
import { errorList, errorResponses } from './responses';
import { SchemaWriter } from './schemas';
import { securitySchemes } from './security';

type Options = NonNullable<Parameters<typeof generateOpenApi>[2]>;
export type OpenApiDocument = ReturnType<typeof generateOpenApi>;
type Components = NonNullable<OpenApiDocument['components']>;

/** The service that the description is generated for. */
export interface DescribedService {
  url: string;
  version: string;
}

/** Generates the OpenAPI description of every route, limit and error from the contract. */
export function describeInterface({ url, version }: DescribedService): OpenApiDocument {
  const writer = new SchemaWriter();
  const declared = new Map(routes.map((route) => [route.route, route]));
  const transformer: Options['schemaTransformer'] = ({ schema, type }) => {
    if (!(schema instanceof z.ZodType)) return null;
    if (type === 'query' || type === 'path') return writer.parameters(schema) as object;
    return writer.body(schema, type === 'response' ? 'output' : 'input') as object;
  };
  const document = generateOpenApi(
    tsRestContract,
    {
      info: {
        title: 'Drover',
        version,
        description: introduction + errorTable(),
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url }],
      tags: Object.entries(featureTexts).map(([name, description]) => ({ name, description })),
    },
    {
      schemaTransformer: transformer,
      operationMapper: (operation, route) =>
        describeOperation(operation as Operation, declared.get(route) as DeclaredRoute) as typeof operation,
    },
  );
  for (const schema of [ErrorBody, Event]) writer.body(schema, 'output');
  const schemas = sorted(writer.components) as Components['schemas'];
  return { ...document, components: { securitySchemes, responses: errorResponses(), schemas } };
}

function errorTable(): string {
  const rows = errorList.map(
    ({ code, status, name, message }) => `| ${code} | ${status} | ${name} | ${message} |`,
  );
  return ['', '| Code | Status | Name | Meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
