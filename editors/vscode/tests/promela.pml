// SYNTAX TEST "source.promela" "Promela"
/* expect deadlock: holds */
// <--- comment.block.promela
#define N 2
// <---- meta.preprocessor.promela
active [N] proctype p() { byte x = 17; assert(x == 1); printf("%d\n", x) }
// <------ keyword.control.promela
//         ^^^^^^^^ keyword.control.promela
//                        ^^^^ storage.type.promela
//                                 ^^ constant.numeric.promela
//                                     ^^^^^^ keyword.control.promela
//                                                            ^^^^ string.quoted.double.promela
