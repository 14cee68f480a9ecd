import { ObjectId } from 'bson';

/** 24 lower-case hex characters; a later id of one process sorts behind an earlier one. */
export function newId(): string {
  return new ObjectId().toHexString();
}
