import { routes } from './routes';

describe('the interface', () => {
  it.each(routes)('$name says what it does and what may go wrong', ({ route }) => {
    expect(route.summary).toBeTruthy();
    expect(Object.keys(route.responses).filter((status) => Number(status) < 300)).toHaveLength(1);
    expect(Object.keys(route.responses)).toEqual(expect.arrayContaining(['401', '404', '422', '429', '503']));
  });

  it.each(routes.filter(({ policy }) => policy.scope !== 'public'))(
    '$name writes an audit entry if, and only if, it changes something',
    ({ route, policy }) => {
      const isChange = route.method !== 'GET' || policy.isTokenParameter === true;
      expect(policy.audit !== undefined).toBe(isChange);
    },
  );

  it('answers one method and path once', () => {
    const keys = routes.map(({ route }) => `${route.method} ${route.path.replace(/:\w+/g, ':')}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
