import type {
  CreateJob,
  DeviceRule,
  DeviceSelector,
  JobRequestSummary,
  Scope,
  UpdateWindow,
  Vars,
  WebhookDelivery,
} from '@drover/contract';
import type { ColumnType } from 'kysely';
import type { Prisma } from './client/client';

type Models = Prisma.TypeMap['model'];

/** A row as Prisma types it. */
type Row<Model extends keyof Models> = Models[Model]['payload']['scalars'];

/** The values of an INSERT as Prisma types them. Values with a default in the database are optional. */
type Values<Model extends keyof Models> = Exclude<
  Models[Model]['operations']['createMany']['args']['data'],
  readonly unknown[]
>;

/** The types of columns that the Prisma schema cannot express. A JSON column that is missing here is `unknown`. */
interface Contents {
  AccessToken: { scopes: Scope[] };
  Account: { notifySelector: DeviceSelector | null; updateWindow: UpdateWindow | null };
  DeviceGroup: { rule: DeviceRule | null };
  Job: { vars: Vars; env: Vars };
  JobVariant: { env: Vars };
  Preset: { request: CreateJob; summary: JobRequestSummary };
  SavedValues: { values: Vars };
  Schedule: { job: CreateJob; summary: JobRequestSummary };
  WebhookDelivery: { headers: WebhookDelivery['request']['headers']; response: WebhookDelivery['response'] };
}

type Content<Model, Name, Default> = Model extends keyof Contents
  ? Name extends keyof Contents[Model]
    ? Contents[Model][Name]
    : Default
  : Default;

/** JSON is written as text, because the driver would turn an array into an array of PostgreSQL. */
type JsonColumn<Value> = ColumnType<Value, string | null, string | null>;

/** Bytes and 64-bit integers as the driver returns them, which differ from the types of Prisma. */
type Driver<Value> = Value extends bigint ? string : Value extends Uint8Array ? Buffer : Value;

type ScalarColumn<Value, IsOptional> = ColumnType<
  Value,
  IsOptional extends true ? Value | undefined : Value,
  Value
>;

type IsOptional<Values, Name extends keyof Values> =
  Record<never, never> extends Pick<Values, Name> ? true : false;

type Column<
  Model extends keyof Models,
  Name extends keyof Row<Model> & keyof Values<Model>,
> = Prisma.JsonValue extends Row<Model>[Name]
  ? JsonColumn<Content<Model, Name, unknown>>
  : ScalarColumn<Content<Model, Name, Driver<Row<Model>[Name]>>, IsOptional<Values<Model>, Name>>;

/**
 * The tables of the database for typed statements, as the Prisma schema declares them. A statement with a column
 * that the schema does not have fails to compile.
 */
export type Tables = {
  [Model in keyof Models]: { [Name in keyof Row<Model> & keyof Values<Model>]: Column<Model, Name> };
};
