ALTER TYPE "JobKind" ADD VALUE 'update';
