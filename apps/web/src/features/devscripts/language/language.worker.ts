import typeFiles from 'virtual:script-type-files';
import ts from 'typescript';
import { LanguageService } from './language-service';
import type { FromWorker, Question, ToWorker } from './protocol';

/** Not in the declarations of TypeScript. */
interface Localizable {
  setLocalizedDiagnosticMessages?: (messages: Record<string, string>) => void;
}

const service = new LanguageService(typeFiles);
let isPrepared = false;

async function receive(message: ToWorker): Promise<void> {
  if (message.kind === 'open') await setLanguage(message.language);
  else if (message.kind === 'files') {
    service.setFiles(message.files);
    if (!isPrepared) service.prepare();
    isPrepared = true;
  } else {
    self.postMessage({ n: message.n, answer: answer(message) } satisfies FromWorker);
  }
}

/** Answers a question. Where the language service fails, there is nothing to say. */
function answer({ name, values }: Question): unknown {
  try {
    return (service[name] as (...parts: unknown[]) => unknown).call(service, ...values);
  } catch (error) {
    console.error(error);
    return name === 'findProblems' ? [] : null;
  }
}

async function setLanguage(language: string): Promise<void> {
  if (language !== 'zh') return;
  const { default: messages } = await import('typescript/lib/zh-cn/diagnosticMessages.generated.json');
  (ts as Localizable).setLocalizedDiagnosticMessages?.(messages);
}

let queue = Promise.resolve();

// The language of messages is loaded before the first question is answered.
self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  queue = queue.then(() => receive(data)).catch((error: unknown) => console.error(error));
});
