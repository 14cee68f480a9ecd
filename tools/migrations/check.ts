import { findMissingSql } from './missing-sql';
import { schemaPaths } from './paths';

async function main(): Promise<void> {
  const sql = await findMissingSql(schemaPaths);
  if (sql === '') {
    console.log('The migrations agree with the schema.');
    return;
  }
  console.error(`The migrations lack this, which npm run migrations:create -- <name> would write:\n\n${sql}`);
  process.exitCode = 1;
}

void main();
