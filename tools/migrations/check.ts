import { findMissingSql } from './missing-sql';
import { schemaPathsOf } from './paths';

async function main(directory: string | undefined): Promise<void> {
  const sql = await findMissingSql(schemaPathsOf(directory));
  if (sql === '') {
    console.log('The migrations agree with the schema.');
    return;
  }
  console.error(`The migrations lack this, which npm run migrations:create -- <name> would write:\n\n${sql}`);
  process.exitCode = 1;
}

void main(process.argv[2]);
