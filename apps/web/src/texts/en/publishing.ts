/** Review, versions, prices, listings and the library. */
export const publishing = {
  title: 'Publishing',
};
