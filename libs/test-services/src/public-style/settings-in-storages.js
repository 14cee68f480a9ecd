//> default
//> { a: [ 1, 2 ], b: '文' } 3 true
//> undefined false
var storage = storages.create('settings ' + hamibot.env.key);
log(storage.get('mode', 'default'));
storage.put('mode', { a: [1, 2], b: '文' });
storage.put('count', (storage.get('count') || 2) + 1);
log(storage.get('mode'), storage.get('count'), storage.contains('mode'));
storage.remove('mode');
log(storage.get('mode'), storage.contains('mode'));
storage.clear();
