/** File of this program. Other threads of the run start it again with another first argument. */
export const programFile = process.argv[1];
