import { routes } from './routes';

describe('the contract', () => {
  it.each(routes)('$name has a summary, one success and the common errors', ({ route }) => {
    expect(route.summary).toBeTruthy();
    expect(Object.keys(route.responses).filter((status) => Number(status) < 300)).toHaveLength(1);
    expect(Object.keys(route.responses)).toEqual(expect.arrayContaining(['401', '404', '422', '429', '503']));
  });

  it.each(routes.filter(({ policy }) => policy.scope !== 'public'))(
    '$name has an audit entry if and only if it changes something',
    ({ route, policy }) => {
      const isChange = route.method !== 'GET' || policy.isTokenParameter === true;
      expect(policy.audit !== undefined).toBe(isChange);
    },
  );

  it('has each method and path once', () => {
    const keys = routes.map(({ route }) => `${route.method} ${route.path.replace(/:\w+/g, ':')}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
