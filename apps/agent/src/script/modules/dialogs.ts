import type { Dialogs } from '@drover/script-types';

/** Creates the dialogs: their texts are written to the log, and answered as if a person had dismissed them. */
export function createDialogs(): Dialogs {
  function answer<Answer>(text: string, value: Answer, callback?: (value: Answer) => void): Answer {
    console.log(`Dialog: ${text}. Answer: ${JSON.stringify(value)}`);
    if (callback) setImmediate(() => callback(value));
    return value;
  }
  const join = (...parts: unknown[]) =>
    parts.filter((part) => part !== undefined && part !== null && part !== '').join(': ');
  const prompt: Dialogs['prompt'] = (title, prefill, callback) =>
    answer(join(title), prefill ?? null, callback);
  return {
    alert(title, content, callback) {
      console.log(`Dialog: ${join(title, content)}`);
      if (callback) setImmediate(callback);
    },
    confirm: (title, content, callback) => answer(join(title, content), false, callback),
    prompt,
    rawInput: prompt,
    input: (title, prefill, callback) => answer<unknown>(join(title), prefill ?? null, callback),
    select: (title, items, callback) => answer(join(title, items.join(', ')), -1, callback),
    singleChoice: (title, items, ...[, callback]) => answer(join(title, items.join(', ')), -1, callback),
    multiChoice: (title, items, ...[, callback]) =>
      answer<number[]>(join(title, items.join(', ')), [], callback),
  };
}
