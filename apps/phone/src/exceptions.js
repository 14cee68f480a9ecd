/*
 * What scripts threw: the app tells whoever asks, each app under other names. Gives a function from an execution to
 * the exception's text, or to undefined.
 */
function followExceptions() {
  // Filled in the threads of the scripts.
  var exceptions = new java.util.concurrent.ConcurrentHashMap();
  var listener = {
    onStart: function () {},
    onSuccess: function () {},
    onException: function (execution, error) {
      exceptions.put(
        String(execution.getId()),
        String((error && error.getMessage && error.getMessage()) || error)
      );
    }
  };

  function register(root) {
    var adapter = new JavaAdapter(root.execution.ScriptExecutionListener, listener);
    try {
      root.ScriptEngineService.getInstance().registerGlobalScriptExecutionListener(adapter);
    } catch (elsewhere) {
      root.engine.ScriptEngineService.getInstance().registerGlobalScriptExecutionListener(adapter);
    }
  }

  function tryToRegister(find) {
    try {
      register(find());
      return true;
    } catch (anotherApp) {
      return false;
    }
  }

  var isFollowed =
    // AutoX and Auto.js 4, then AutoJs6.
    tryToRegister(function () {
      return Packages.com.stardust.autojs;
    }) ||
    tryToRegister(function () {
      return Packages.org.autojs.autojs;
    });
  if (!isFollowed)
    console.warn('drover: this app does not tell how scripts end; what throws counts as succeeded');

  return function (execution) {
    var text = exceptions.remove(String(execution.getId()));
    return text === null ? undefined : String(text);
  };
}
