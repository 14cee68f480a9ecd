/** Renders the operations. This is a separate file because the content security policy forbids inline scripts. */
export const startScript = `'use strict';
const isOperation = location.hash.startsWith('#/');
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#operations',
  deepLinking: isOperation || location.hash === '',
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: false,
  validatorUrl: null,
  onComplete: () => {
    // Scrolls again, because rendering has moved the row since the browser scrolled to it.
    if (location.hash && !isOperation) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  },
});
`;
