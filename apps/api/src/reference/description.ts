import { describeInterface, type DescribedService } from '@drover/contract/reference/openapi';

/** A schema of the API description, with the keywords that the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  example?: string | number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export type Content = Record<string, { schema?: Schema }>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { description?: string; required?: boolean; content: Content };
  responses: Record<string, { description?: string; content?: Content; headers?: object }>;
  security: object[];
}

/** An operation with its address. */
export interface Endpoint {
  path: string;
  method: string;
  operation: Operation;
}

/** The parts of the API description that the reference page shows. */
export interface Description {
  info: { description: string; version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { description: string }>;
  };
}

/** Generates the API description of a service. */
export function describeService(service: DescribedService): Description {
  // The generator declares optional parts that it always writes.
  return describeInterface(service) as unknown as Description;
}
