/* SPDX-License-Identifier: MIT */
/* Who wrote a run, and is it still there? */
#include "storage/process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/run.h"

static process_identity self(void)
{
    process_identity identity;
    process_identify(&identity);
    return identity;
}

static void a_living_process_is_not_gone(void)
{
    process_identity me = self(), again = self();
    CU_ASSERT_FALSE(process_is_gone(&me, &again));
}

static void a_killed_process_is_gone_even_before_its_parent_has_noticed(void)
{
    process_identity me = self(), child = me;
    int ready[2];
    CU_ASSERT_EQUAL_FATAL(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        process_identify(&child);
        ssize_t written = write(ready[1], &child, sizeof child);
        (void)written;
        for (;;)
            pause();
    }
    CU_ASSERT_EQUAL_FATAL(read(ready[0], &child, sizeof child), (ssize_t)sizeof child);
    CU_ASSERT_EQUAL(child.pid, pid);
    CU_ASSERT_FALSE(process_is_gone(&child, &me));
    kill(pid, SIGKILL);
    siginfo_t info;
    waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT); /* a zombie now */
    if (child.start_ticks >= 0)
        CU_ASSERT_TRUE(process_is_gone(&child, &me));
    waitpid(pid, NULL, 0);
    CU_ASSERT_TRUE(process_is_gone(&child, &me));
    close(ready[0]);
    close(ready[1]);
}

static void a_pid_that_was_given_to_another_process_is_gone(void)
{
    process_identity me = self(), before = me;
    if (me.start_ticks < 0) {
        support_skip("the system does not tell when a process started");
        return;
    }
    before.start_ticks--;
    CU_ASSERT_TRUE(process_is_gone(&before, &me));
}

static void every_process_of_an_earlier_boot_is_gone(void)
{
    process_identity me = self(), before = me;
    strcpy(before.boot_id, "00000000-0000-0000-0000-000000000000");
    CU_ASSERT_TRUE(process_is_gone(&before, &me));
}

static void a_process_elsewhere_is_not_called_gone(void)
{
    process_identity me = self(), machine = me, container = me;
    strcpy(machine.boot_id, "00000000-0000-0000-0000-000000000000");
    strcpy(machine.host, "another-machine.example");
    machine.pid = container.pid = 999999999;
    strcpy(container.pid_namespace, "pid:[1]");
    CU_ASSERT_FALSE(process_is_gone(&machine, &me));
    CU_ASSERT_FALSE(process_is_gone(&container, &me));
}

static void without_a_start_the_pid_alone_decides(void)
{
    process_identity me = self(), other = me;
    other.start_ticks = -1;
    CU_ASSERT_FALSE(process_is_gone(&other, &me));
    other.pid = 999999999;
    CU_ASSERT_TRUE(process_is_gone(&other, &me));
    other.pid = 0;
    CU_ASSERT_TRUE(process_is_gone(&other, &me));
}

/* The 22nd field of its line, counted behind its name. */
static void a_process_has_started_when_its_system_says_so(void)
{
    char line[1000] = "";
    process_identity me = self();
    FILE *file = fopen("/proc/self/stat", "r");
    if (file == NULL) {
        support_skip("the system does not tell when a process started");
        return;
    }
    CU_ASSERT_PTR_NOT_NULL(fgets(line, sizeof line, file));
    fclose(file);
    char *rest = NULL, *word = strtok_r(strrchr(line, ')') + 1, " ", &rest);
    for (int field = 3; field < 22 && word != NULL; field++)
        word = strtok_r(NULL, " ", &rest);
    CU_ASSERT_PTR_NOT_NULL_FATAL(word);
    CU_ASSERT_EQUAL(me.start_ticks, strtoll(word, NULL, 10));
}

static void a_machine_may_change_its_name_while_it_runs(void)
{
    process_identity me = self(), renamed = me;
    strcpy(renamed.host, "the-name-before");
    renamed.pid = 999999999;
    if (me.boot_id[0] == '\0') {
        support_skip("the system does not tell its boots apart");
        return;
    }
    CU_ASSERT_TRUE(process_is_gone(&renamed, &me));
    renamed.pid = me.pid;
    CU_ASSERT_FALSE(process_is_gone(&renamed, &me));
}

static void without_boots_the_name_of_the_machine_tells_them_apart(void)
{
    process_identity me = self(), other = me;
    me.boot_id[0] = other.boot_id[0] = '\0';
    other.pid = 999999999;
    CU_ASSERT_TRUE(process_is_gone(&other, &me));
    strcpy(other.host, "another-machine.example");
    CU_ASSERT_FALSE(process_is_gone(&other, &me));
}

CU_TestInfo process_tests[] = {
    SUPPORT_TEST(a_process_has_started_when_its_system_says_so),
    SUPPORT_TEST(a_machine_may_change_its_name_while_it_runs),
    SUPPORT_TEST(without_boots_the_name_of_the_machine_tells_them_apart),
    SUPPORT_TEST(a_living_process_is_not_gone),
    SUPPORT_TEST(a_killed_process_is_gone_even_before_its_parent_has_noticed),
    SUPPORT_TEST(a_pid_that_was_given_to_another_process_is_gone),
    SUPPORT_TEST(every_process_of_an_earlier_boot_is_gone),
    SUPPORT_TEST(a_process_elsewhere_is_not_called_gone),
    SUPPORT_TEST(without_a_start_the_pid_alone_decides),
    CU_TEST_INFO_NULL,
};
