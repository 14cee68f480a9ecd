//> Dialog: Notice: text
//> Dialog: Go on?. Answer: false
//> Dialog: Name. Answer: "prefilled"
//> Dialog: Which: a, b. Answer: -1
//> false prefilled -1
alert('Notice', 'text');
var go = confirm('Go on?');
var name = rawInput('Name', 'prefilled');
var index = dialogs.select('Which', ['a', 'b']);
log(go, name, index);
