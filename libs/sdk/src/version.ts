/** Version of the package, as in package.json. A spec compares the two. */
export const version = '0.1.0';
