//> signing in
//> done already today
var store = storages.create('daily:' + hamibot.env.key);
function today() {
  return new Date().toISOString().slice(0, 10);
}
function signIn() {
  if (store.get('last') === today()) {
    log('done already today');
    return;
  }
  log('signing in');
  store.put('last', today());
}
signIn();
signIn();
storages.remove('daily:' + hamibot.env.key);
