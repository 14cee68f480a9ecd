// Module util, a copy of Node's own in the apps.
function inspect(value) {
  if (typeof value === 'string') return "'" + value.replace(/'/g, "\\'") + "'";
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof java.lang.Object || value instanceof Error) return String(value);
  if (Array.isArray(value)) return wrapParts('[', value.map(inspect), ']');
  var parts = Object.keys(value).map(function (key) {
    return (/^[\w$]+$/.test(key) ? key : "'" + key + "'") + ': ' + inspect(value[key]);
  });
  return wrapParts('{', parts, '}');
}
function wrapParts(start, parts, end) {
  return parts.length === 0 ? start + end : start + ' ' + parts.join(', ') + ' ' + end;
}
var util = {
  inspect: inspect,
  format: function (template) {
    var values = Array.prototype.slice.call(arguments);
    var text = '';
    if (typeof template === 'string') {
      values.shift();
      text = template.replace(/%[sdj%]/g, function (placeholder) {
        if (placeholder === '%%') return '%';
        if (values.length === 0) return placeholder;
        var value = values.shift();
        if (placeholder === '%j') return JSON.stringify(value);
        return String(placeholder === '%d' ? Number(value) : value);
      });
    }
    var rest = values.map(function (value) {
      return typeof value === 'string' ? value : inspect(value);
    });
    return (typeof template === 'string' ? [text] : []).concat(rest).join(' ');
  },
};
