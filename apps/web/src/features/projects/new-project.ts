import type { Project } from '@drover/sdk';

/** The texts of a script of one file. */
interface ScriptTexts {
  code: string;
  config: string;
  schema: string;
}

/** Turns a script of one file into a project. */
export function toProjectFiles({ code, config, schema }: ScriptTexts): Project['files'] {
  const settings = {
    entry: 'src/main.js',
    ...(config.trim() && { config: 'form.json' }),
    ...(schema.trim() && { result: 'result.schema.json' }),
  };
  return [
    { path: 'drover.json', text: `${JSON.stringify(settings, null, 2)}\n` },
    ...(config.trim() ? [{ path: 'form.json', text: config }] : []),
    ...(schema.trim() ? [{ path: 'result.schema.json', text: schema }] : []),
    { path: 'src/main.js', text: code },
  ];
}

/** A small project in TypeScript with a form. */
export function createProjectFiles(form: string): Project['files'] {
  return [
    {
      path: 'drover.json',
      text: '{\n  "entry": "src/main.ts",\n  "config": "form.json",\n  "engines": ["node", "phone"]\n}\n',
    },
    { path: 'form.json', text: form },
    {
      path: 'src/greet.ts',
      text: 'export function greet(name: string, round: number): string {\n  return `${name}: round ${round}`;\n}\n',
    },
    {
      path: 'src/main.ts',
      text: `import { greet } from './greet';

// The values of the form and of the run are in drover.env.
const { greeting = 'Hello', rounds = 3 } = drover.env;

for (let round = 1; round <= rounds; round += 1) {
  console.log(greet(greeting, round));
}
`,
    },
    { path: 'tsconfig.json', text: '{\n  "compilerOptions": { "strict": true }\n}\n' },
  ];
}
