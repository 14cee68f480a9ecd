import type { TFunction } from 'i18next';

/** What a new script begins with: it runs as it is, on any device. */
export const EXAMPLE_CODE = `// The values of the configuration and of the run are in drover.env.
const { greeting = 'Hello', rounds = 3 } = drover.env;

for (let round = 1; round <= rounds; round += 1) {
  console.log(\`\${greeting} from \${drover.robotName}: round \${round} of \${rounds}\`);
  sleep(500);
}
`;

/** The form that goes with it, in the words of the reader. */
export function exampleConfig(t: TFunction): string {
  const items = [
    {
      name: 'greeting',
      type: 'text',
      label: t('devscripts.exampleForm.greeting'),
      help: t('devscripts.exampleForm.greetingHelp'),
      value: t('devscripts.exampleForm.hello'),
    },
    { name: 'rounds', type: 'range', label: t('devscripts.exampleForm.rounds'), min: 1, max: 10, value: 3 },
  ];
  return `${JSON.stringify(items, null, 2)}\n`;
}
