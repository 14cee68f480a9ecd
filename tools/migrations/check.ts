import { findMissingSql } from './missing-sql';
import { schemaPathsOf } from './paths';

async function main(directory: string | undefined): Promise<void> {
  const sql = await findMissingSql(schemaPathsOf(directory));
  if (sql === '') {
    console.log('The migrations match the schema.');
    return;
  }
  console.error(`The migrations do not match the schema. Run: npm run migrations:create -- <name>\n\n${sql}`);
  process.exitCode = 1;
}

void main(process.argv[2]);
