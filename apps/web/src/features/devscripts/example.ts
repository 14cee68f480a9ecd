/** What a new script begins with: it runs as it is, on any device. */
export const EXAMPLE_CODE = `// The values of the configuration and of the run are in drover.env.
const { greeting = 'Hello', rounds = 3 } = drover.env;

for (let round = 1; round <= rounds; round += 1) {
  console.log(\`\${greeting} from \${drover.robotName}: round \${round} of \${rounds}\`);
  sleep(500);
}
`;

/** The form that goes with it. */
export const EXAMPLE_CONFIG = `[
  {
    "name": "greeting",
    "type": "text",
    "label": "Greeting",
    "help": "What the device says",
    "value": "Hello"
  },
  {
    "name": "rounds",
    "type": "range",
    "label": "Rounds",
    "min": 1,
    "max": 10,
    "value": 3
  }
]
`;
