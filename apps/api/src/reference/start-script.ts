/** Draws the operations. A file of its own: the pages of this service run no script that stands in a page. */
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
    // The page has grown since the browser looked for the row.
    if (location.hash && !isOperation) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  },
});
`;
