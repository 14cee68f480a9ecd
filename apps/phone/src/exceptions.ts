import { isInterruption } from './capture-screen';
import { FAILED_TAG } from './reports';

type Listener = {
  onStart(): void;
  onSuccess(): void;
  onException(execution: AppExecution, error: unknown): void;
};

/**
 * Collects the exceptions that end scripts. Each app has its listener under other names. Returns a function that
 * returns and removes the exception of an execution.
 */
export function collectExceptions(): (execution: AppExecution) => string | undefined {
  // The scripts' threads write to it.
  const exceptions = new java.util.concurrent.ConcurrentHashMap();
  const listener: Listener = {
    onStart: () => undefined,
    onSuccess: () => undefined,
    onException: (execution, error) => {
      const text = describe(error);
      exceptions.put(String(execution.getId()), text);
      if (!isInterruption(text)) markAsFailed(execution);
    },
  };
  // AutoX and Auto.js 4, then AutoJs6.
  const isRegistered =
    tryToRegister(() => Packages.com.stardust.autojs, listener) ||
    tryToRegister(() => Packages.org.autojs.autojs, listener);
  if (!isRegistered) {
    console.warn('drover: this app does not report exceptions of scripts; such runs count as succeeded');
  }
  return (execution) => {
    const text = exceptions.remove(String(execution.getId()));
    return text === null ? undefined : String(text);
  };
}

/** The app calls the listener in the thread of the script, before the script's listeners of `exit`: they see the tag. */
function markAsFailed(execution: AppExecution): void {
  const engine = execution.getEngine();
  if (engine) engine.setTag(FAILED_TAG, 'true');
}

function tryToRegister(findClasses: () => AppClasses, listener: Listener): boolean {
  try {
    register(findClasses(), listener);
    return true;
  } catch {
    return false;
  }
}

function register(classes: AppClasses, listener: Listener): void {
  const adapter = new JavaAdapter(classes.execution.ScriptExecutionListener, listener);
  try {
    classes.ScriptEngineService.getInstance().registerGlobalScriptExecutionListener(adapter);
  } catch {
    classes.engine.ScriptEngineService.getInstance().registerGlobalScriptExecutionListener(adapter);
  }
}

function describe(error: unknown): string {
  const { getMessage } = (error || {}) as { getMessage?: () => string };
  return String((getMessage && (error as { getMessage(): string }).getMessage()) || error);
}
