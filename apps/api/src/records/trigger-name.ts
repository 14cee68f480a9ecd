import type { TriggerKind } from '@drover/contract';
import type { Expression } from 'kysely';
import { expressionBuilder } from 'kysely';
import { db } from '../database/sql';
import type { Tables } from '../database/tables';

/** The current name of what started a job, or null if it was deleted. */
export function selectTriggerName(kind: Expression<TriggerKind | null>, id: Expression<string | null>) {
  const nameIn = (table: 'Person' | 'AccessToken' | 'Schedule' | 'Preset' | 'Job' | 'Account') =>
    db.selectFrom(table).select('name').where('id', '=', id);
  return expressionBuilder<Tables, never>()
    .case(kind)
    .when('person')
    .then(nameIn('Person'))
    .when('token')
    .then(nameIn('AccessToken'))
    .when('schedule')
    .then(nameIn('Schedule'))
    .when('preset')
    .then(nameIn('Preset'))
    .when('rerun')
    .then(nameIn('Job'))
    .when('automatic')
    .then(nameIn('Account'))
    .end();
}
