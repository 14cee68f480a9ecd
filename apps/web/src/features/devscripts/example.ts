import type { TFunction } from 'i18next';

/** The code of a new script. It runs on any device without changes. */
export const EXAMPLE_CODE = `// The values of the configuration and of the run are in drover.env.
const { greeting = 'Hello', rounds = 3 } = drover.env;

for (let round = 1; round <= rounds; round += 1) {
  console.log(\`\${greeting} from \${drover.robotName}: round \${round} of \${rounds}\`);
  sleep(500);
}
`;

/** Returns the configuration of a new script in the user's language. */
export function exampleConfig(t: TFunction<'devscripts'>): string {
  const items = [
    {
      name: 'greeting',
      type: 'text',
      label: t('exampleForm.greeting'),
      help: t('exampleForm.greetingHelp'),
      value: t('exampleForm.hello'),
    },
    { name: 'rounds', type: 'range', label: t('exampleForm.rounds'), min: 1, max: 10, value: 3 },
  ];
  return `${JSON.stringify(items, null, 2)}\n`;
}
