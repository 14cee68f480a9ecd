import { statSync } from 'node:fs';
import { readForm } from './form';

const form = readForm(drover.env);
if (form.recipient === '') throw new Error('The form has no recipient.');

// A file is not in `env` itself: the run has a copy of it.
const picture = drover.files.has('picture') ? statSync(drover.files.get('picture')).size : null;

console.log(`${form.text} (${form.copies} × to ${form.recipient}, on ${form.days.join(', ')} at ${form.at})`);

export const result = { ...form, picture };
